import type { Databases } from "~/db/.server/connect";
import { deviceLinkLimit, type Limits } from "~/services/.server/auth/passwords/limits";
import { authoriseInPerson } from "~/services/.server/directory/own-rights";
import { findOwnProfile } from "~/services/.server/directory/people/family-profiles";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { notFound } from "~/services/contracts/service-error";
import type { DeviceLinks } from "./device-links";

type Deps = { databases: Databases; deviceLinks: Pick<DeviceLinks, "make">; limits: Pick<Limits, "count"> };

/** Links that join a device to a child of the caller's family. docs/security.md, line 35. */
export function deviceLinkEndpoints({
  databases,
  deviceLinks,
  limits,
}: Deps): Endpoints<Pick<typeof authContracts, "createDeviceLink">> {
  return {
    createDeviceLink: endpoint({
      contract: authContracts.createDeviceLink,
      async authorise({ body }, caller) {
        const { self } = authoriseInPerson(caller);
        const owner = { realm: caller.realm, uid: self.uid };
        const profile = await findOwnProfile(databases[caller.region], owner, body.profileId);
        if (!profile) throw notFound("There is no such profile");
        return { owner, sessionId: self.sessionId, profile };
      },
      async handle({ body }, { owner, sessionId, profile }) {
        await limits.count(owner.realm, "device-links", owner.uid, deviceLinkLimit);
        const link = { ...owner, sessionId, profileId: profile.id, deviceName: body.deviceName };
        const { code, expiresAt } = await deviceLinks.make(link);
        return { status: 201, body: { data: { code, expiresAt: expiresAt.toISOString() } } };
      },
    }),
  };
}
