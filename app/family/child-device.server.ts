import { data } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { deviceLinkAddress, deviceNameLength } from "~/services/contracts/device-link";
import { textField } from "~/services/contracts/person-fields";
import { findChild } from "./child-pages.server";
import { requireFamilyParent } from "./profiles.server";

/** A parent joins a device to a child: a link that works once, as a QR code and in letters. docs/security.md, line 35. */

/** `expiresAt` in ISO 8601. */
export type DeviceLink = { address: string; code: string; expiresAt: string };

export type ChildDeviceResult = Partial<FormResult> & { link?: DeviceLink };

const deviceForm = z.object({ deviceName: textField(deviceNameLength) });

export async function makeDeviceLink(backend: Backend, request: Request, id: string) {
  const { person, profiles } = await requireFamilyParent(backend, request);
  const child = findChild(profiles, id);
  const { submission } = readForm(await request.clone().formData(), deviceForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const body = { profileId: child.id, ...submission.value };
  try {
    const made = await backend.clients.auth.createDeviceLink({ body }, person.credentials);
    const { code, expiresAt } = made.body.data;
    const address = deviceLinkAddress(requestContextOf(request).origin, code);
    return data<ChildDeviceResult>({ link: { address, code, expiresAt } });
  } catch (error) {
    return formResult(backend, error, { request, submission });
  }
}
