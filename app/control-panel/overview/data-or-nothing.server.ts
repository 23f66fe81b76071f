import { isFailure, refusalOf } from "~/forms/service-errors.server";

/**
 * A part of the overview; null where it could not be fetched, so that it is left out.
 * @throws Response as the service refuses
 */
export async function dataOrNothing<Data>(
  request: Request,
  call: Promise<{ body: { data: Data } }>,
): Promise<Data | null> {
  try {
    return (await call).body.data;
  } catch (error) {
    if (isFailure(error)) return null;
    throw refusalOf(error, request);
  }
}
