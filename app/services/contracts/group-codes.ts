/** Days for which a group code is valid. docs/product/choices.md#group-codes. */
export const groupCodeDays = 14;
