import { z } from "zod";
import type { Contract } from "~/services/contracts/contract";
import type { AnyService } from "./endpoint";

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 page of a service, generated from its contracts; without page reads. */
export function openApi(service: AnyService): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, { contract }] of Object.entries(service.endpoints)) {
    if (contract.isInternal) continue;
    const path = contract.path.replace(/:([A-Za-z]+)(\{[^}]*\})?/g, "{$1}");
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation(name, contract) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `Fabel: ${service.name}`, version: "1.0.0" },
    servers: [{ url: `/services/${service.name}` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Error: {
          type: "object",
          required: ["error", "message"],
          properties: {
            error: { type: "string" },
            message: { type: "string" },
            details: {
              type: "array",
              items: {
                type: "object",
                required: ["attribute", "reason"],
                properties: { attribute: { type: "string" }, reason: { type: "string" } },
              },
            },
          },
        },
      },
    },
  };
}

function operation(name: string, contract: Contract): Record<string, unknown> {
  const error = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
  const responses = Object.entries(contract.responses).map(([status, schema]) => [
    status,
    schema.safeParse(undefined).success
      ? { description: "Done" }
      : { description: "Done", content: { "application/json": { schema: jsonSchema(schema, "output") } } },
  ]);
  const parameters = [
    ...parametersOf(contract.params, "path"),
    ...parametersOf(contract.query, "query"),
    ...parametersOf(contract.headers, "header"),
  ];
  if (contract.auth === "country" || contract.auth === "optional") {
    parameters.push({ name: "x-country", in: "header", required: true, schema: { type: "string" } });
  }
  const mediaTypes = {
    json: "application/json",
    form: "application/x-www-form-urlencoded",
    text: "text/plain",
    file: "application/octet-stream",
  };
  return {
    operationId: name,
    description: contract.source,
    ...(contract.auth === "bearer" ? { security: [{ bearer: [] }] } : {}),
    ...(contract.auth === "optional" ? { security: [{}, { bearer: [] }] } : {}),
    parameters,
    ...(contract.body
      ? {
          requestBody: {
            content: { [mediaTypes[contract.bodyType ?? "json"]]: { schema: bodySchema(contract, contract.body) } },
          },
        }
      : {}),
    responses: { ...Object.fromEntries(responses), default: { description: "Not done", ...error } },
  };
}

function bodySchema(contract: Contract, body: z.ZodType): JsonSchema {
  return contract.bodyType === "file" ? { type: "string", format: "binary" } : jsonSchema(body, "input");
}

function parametersOf(
  schema: z.ZodType | undefined,
  where: "path" | "query" | "header",
): Array<Record<string, unknown>> {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
