/** The action of an organisation that permits imports into it. */
export const importRight = "ImportUsers";
