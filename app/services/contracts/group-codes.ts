/** Days in which pupils can join by a group's code. docs/product/choices.md#group-codes. */
export const groupCodeDays = 14;
