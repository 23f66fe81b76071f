/** Whether teachers of an organisation see only their own classes or the whole school. docs/product/choices.md#default-permissions. */
export const teachersSee = ["classes", "school"] as const;
export type TeachersSee = (typeof teachersSee)[number];
