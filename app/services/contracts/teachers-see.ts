/** Whom teachers of an organisation see: their own classes, or everybody. docs/product/choices.md#default-permissions. */
export const teachersSee = ["classes", "school"] as const;
export type TeachersSee = (typeof teachersSee)[number];
