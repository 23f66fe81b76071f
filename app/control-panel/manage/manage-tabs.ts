/** The tabs of /controlpanel/beta/manage, by the query `tab`. Spec 3, section 2. */
export const manageTabs = ["users", "organizations", "groups"] as const;
