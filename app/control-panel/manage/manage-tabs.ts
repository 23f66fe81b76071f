/** The tabs of /controlpanel/beta/manage, by the query `tab`. docs/product/control-panel.md#screens. */
export const manageTabs = ["users", "organizations", "groups"] as const;
