import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { readQuery, textParameter } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PupilNote } from "~/services/contracts/class-notes";
import type { PanelGroup } from "~/services/contracts/pages/group-page";

/** Notes that the pupils of a class share with its teachers. docs/product/reader.md#notes-for-a-class. */

export type GroupNotesData = { group: PanelGroup; notes: PupilNote[]; next: string | null };

const querySchema = z.object({ before: textParameter });

export async function loadGroupNotes(backend: Backend, request: Request, id: string): Promise<GroupNotesData> {
  const { client, credentials } = await authorisePanel(backend, request);
  const { before } = readQuery(new URL(request.url).searchParams, querySchema);
  const params = { id };
  const [group, notes] = await Promise.all([
    orThrowResponse(client.getPanelGroup({ params }, credentials), request),
    orThrowResponse(
      backend.clients.library.getGroupSharedNotes({ params, query: { before: before ?? undefined } }, credentials),
      request,
    ),
  ]);
  return { group: group.body.data, notes: notes.body.data, next: notes.body.next };
}
