import type { Backend } from "~/clients/backend";
import { isFailure, refusalOf } from "~/forms/service-errors.server";

/**
 * Data for a part of the overview; null if the service failed, so that the part is omitted.
 * @throws Response for a refusal by the service
 */
export async function dataOrNothing<Data>(
  backend: Backend,
  request: Request,
  call: Promise<{ body: { data: Data } }>,
): Promise<Data | null> {
  try {
    return (await call).body.data;
  } catch (error) {
    if (isFailure(backend, error)) return null;
    throw refusalOf(error, request);
  }
}
