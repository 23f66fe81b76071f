import { sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { queryPrepared } from "~/db/.server/prepared";
import { regionOf } from "~/realms/realm";
import { randomToken } from "~/security/secret-box.server";
import type { SignInFields } from "~/services/.server/auth/passwords/first-factor";
import type { KnownDevices } from "~/services/.server/auth/passwords/known-devices";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { deviceNameOf } from "~/services/contracts/device-name";
import { deviceField } from "~/services/contracts/known-device";
import type { Proof } from "./complete-sign-in";

/**
 * Mails to parents who log in with a browser that has not logged in for them before. Staff and pupils change devices every day, so they get
 * none; neither does somebody who logs in for the first time.
 */

export type NewDeviceDeps = {
  databases: Databases;
  devices: Pick<KnownDevices, "find">;
  identity: Pick<IdentityDirectory, "findByUid">;
};

/** @returns what writes the mail in the transaction of the session; undefined if no mail is due */
export async function noteOfNewDevice(
  { databases, devices, identity }: NewDeviceDeps,
  { uid }: Pick<Proof, "uid">,
  form: SignInFields,
  userAgent: string | null,
  { realm }: RawContext,
): Promise<((within: Transaction) => Promise<void>) | undefined> {
  if (devices.find(form[deviceField], realm, uid) !== null) return undefined;
  if ((await identity.findByUid(realm, uid))?.type !== "guardian") return undefined;
  const earlier = await queryPrepared(
    databases[regionOf(realm)],
    "signed-in-before",
    sql`select 1 from auth.events where realm = ${realm} and uid = ${uid} and kind = 'signed_in' limit 1`,
  );
  if (earlier.length === 0) return undefined;
  const values = { device: deviceNameOf(userAgent), signedInOn: { moment: new Date().toISOString() } };
  // Each login is an event of its own, which happens in this transaction or not at all.
  return (within) => queueMail(within, { realm, kind: "new-device", key: randomToken(12), to: { uid }, values });
}
