import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { savedListsSchema } from "~/services/contracts/saved-lists";
import { pageOfOne, pageReadSource as source } from "./page-read";

/** Page reads that all pages of the control panel share. */

/** An organisation and what the caller may do there; for display, the service decides at every call. */
const panelOrganizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** Ids of the actions that the caller may perform. */
  actions: z.array(z.string()),
  /** Id of the organisation above. */
  parent: z.string().nullable(),
});
export type PanelOrganization = z.output<typeof panelOrganizationSchema>;

/** Maximum number of organisations in the frame. */
export const frameSize = 100;

const panelFrameSchema = z.object({ organizations: z.array(panelOrganizationSchema), lists: savedListsSchema });
export type PanelFrame = z.output<typeof panelFrameSchema>;

export const panelFrameContracts = {
  /** The caller's organisations, at most `frameSize` by name, and their saved views and columns of lists. */
  getPanelFrame: defineContract({
    method: "GET",
    path: "/pages/frame",
    auth: "bearer",
    isInternal: true,
    source,
    query: z.object({ isFresh: z.literal("true").optional() }),
    responses: { 200: z.object({ data: panelFrameSchema }) },
  }),
  getPanelOrganization: defineContract({
    method: "GET",
    path: "/pages/frame/organizations/:id",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    responses: { 200: z.object({ data: panelOrganizationSchema }) },
  }),
};
