import { expect, test } from "vitest";
import { z } from "zod";
import { readerWith } from "#tests/support/library-scene";
import type { Caller } from "~/services/.server/directory/caller";
import { type Contract, defineContract } from "~/services/contracts/contract";
import { serviceContracts } from "~/services/contracts/service-contracts";
import { dispatch } from "./dispatch";
import { type AnyService, endpoint, publicEndpoint } from "./endpoint";

/** What a pupil who signed in by picture code may call. docs/security.md, line 23; decision 54. */

const everyCall = (Object.entries(serviceContracts) as [string, Record<string, Contract>][]).flatMap(
  ([service, calls]) => Object.entries(calls).map(([name, contract]) => ({ service, name, contract })),
);

test("a picture code permits exactly these calls with a token", () => {
  const open: Record<string, string[]> = {};
  for (const { service, name, contract } of everyCall) {
    if (contract.auth === "bearer" && contract.opensToPictureCode) open[service] = [...(open[service] ?? []), name];
  }
  for (const names of Object.values(open)) names.sort();
  expect(open).toEqual({
    auth: ["getUserInfo"],
    account: ["changeSettings", "getMe", "getMyGroups", "getMyOrganizations", "getSettings"],
    "control-panel": ["getMe"],
    library: [
      "addReadingLog",
      "changeAnnotations",
      "changeSavedWords",
      "deleteUserBook",
      "getAnnotations",
      "getBook",
      "getBookFiles",
      "getBookPlaces",
      "getBookWords",
      "getBookmarks",
      "getClassNotes",
      "getFollowedReading",
      "getGroupBooks",
      "getLastMark",
      "getNextBook",
      "getOwnPupils",
      "getPolicy",
      "getReadingWeek",
      "getReadings",
      "getResourcesUrl",
      "getSavedWords",
      "getSchoolBooks",
      "getShelf",
      "getSimilarBooks",
      "getUserBooks",
      "getUserReading",
      "hideNoteSet",
      "joinLedReading",
      "openBook",
      "putUserBook",
      "setBookmarks",
      "setLastMark",
      "setReading",
      "shareNote",
      "unshareNote",
    ],
    submissions: [
      "getAssignment",
      "getAssignments",
      "getClasses",
      "getPupilSubmissions",
      "getSubmission",
      "getSubmissionCards",
      "getSubmissions",
      "updateSubmission",
    ],
    activity: ["addEvents"],
  });
});

const row = { method: "GET", path: "/", source: "a test", responses: { 204: z.undefined() } } as const;
const handle = async () => ({ status: 204 as const, body: undefined });
const authorise = () => ({});
const service: AnyService = {
  name: "library",
  endpoints: {
    opened: endpoint({
      contract: defineContract({ ...row, auth: "bearer", opensToPictureCode: true }),
      authorise,
      handle,
    }),
    undeclared: endpoint({ contract: defineContract({ ...row, auth: "bearer" }), authorise, handle }),
    optional: endpoint({ contract: defineContract({ ...row, auth: "optional" }), authorise, handle }),
    public: publicEndpoint({ contract: defineContract({ ...row, auth: "country" }), handle }),
  },
};

test.each([
  ["opened", 204],
  ["undeclared", 403],
  ["optional", 204],
  ["public", 204],
])("given a session of a picture code, then a call that is %s returns %i", async (name, status) => {
  const reader = readerWith();
  const caller = { ...reader, user: reader.user && { ...reader.user, isReaderOnly: true } } as Caller;
  const reply = dispatch(service, name, {}, caller);
  if (status === 204) expect((await reply).status).toBe(status);
  else await expect(reply).rejects.toMatchObject({ status, code: "forbidden" });
  expect((await dispatch(service, name, {}, reader)).status).toBe(204);
});
