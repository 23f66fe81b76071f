import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { findOwner, type OwnerAddress, type ShelfOwnerEntity } from "~/control-panel/owners/owner.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PeriodChoice } from "~/reading-statistics/reading-period";
import { daysOf, readPeriod } from "~/reading-statistics/reading-period.server";
import { sendReadingWorkbook } from "~/reading-statistics/reading-workbook.server";
import { bcp47 } from "~/realms/realm";
import type { GroupReading, ReaderReading, Reading } from "~/services/contracts/reading-statistics";

/** Reading statistics of a pupil, a class or a school, for staff. docs/product/reader.md#reading-log. */

export type OwnerReadingData = {
  owner: ShelfOwnerEntity;
  days: PeriodChoice;
  reading: Reading & Partial<Pick<GroupReading, "byReader">> & Partial<Pick<ReaderReading, "sittings">>;
};

export async function loadOwnerReading(
  backend: Backend,
  request: Request,
  address: OwnerAddress,
): Promise<OwnerReadingData> {
  const panel = await authorisePanel(backend, request);
  const { library } = backend.clients;
  const { credentials, realm } = panel;
  const owner = await findOwner(panel, request, address, "ViewReading");
  const days = readPeriod(new URL(request.url).searchParams);
  const input = { params: { id: address.id }, query: daysOf(days, realm, new Date()) };
  const call =
    owner.kind === "groups"
      ? library.getGroupReading(input, credentials)
      : owner.kind === "organizations"
        ? library.getSchoolReading(input, credentials)
        : library.getUserReading(input, credentials);
  const { body } = await orThrowResponse<{ body: { data: OwnerReadingData["reading"] } }>(call, request);
  return { owner, days, reading: body.data };
}

/** Sends the same figures as an Excel file. */
export async function sendOwnerReading(backend: Backend, request: Request, address: OwnerAddress): Promise<Response> {
  const { realm, locale } = await authorisePanel(backend, request);
  const { owner, reading } = await loadOwnerReading(backend, request, address);
  const t = await getTranslator(request, "reading");
  return sendReadingWorkbook({ name: owner.name, reading, t, realm, language: bcp47(locale) });
}
