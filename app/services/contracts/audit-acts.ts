/** Every act that is written down, by the name that stands in the log. security.md, line 26. */
export const auditActs = [
  "user.created",
  "user.changed",
  "user.deleted",
  "user.restored",
  "user.purged",
  "user.password_set",
  "user.sessions_ended",
  "user.groups_changed",
  "user.badge_issued",
  "user.badge_voided",
  "user.impersonated",
  "people.exported",
  "group.created",
  "group.changed",
  "group.deleted",
  "organization.created",
  "organization.changed",
  "organization.deleted",
  "organization.restored",
  "organization.purged",
] as const;
export type AuditAct = (typeof auditActs)[number];
