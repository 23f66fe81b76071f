/** Fields of a group's form, besides the school of a new group; in a file of their own, since the browser needs nothing else of the page read. */
export const groupFormFields = ["name", "type", "parent", "typicalSchoolEntryYear", "ageFilter", "externalId"] as const;
export type GroupField = (typeof groupFormFields)[number];
