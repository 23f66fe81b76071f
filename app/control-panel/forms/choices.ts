/** One selectable item. */
export type Choice = { id: string; name: string; detail: string };

/** Selectable items, and whether a search would find more. */
export type Choices = {
  choices: Choice[];
  hasMore: boolean;
  /** Search term; empty if these are the first by name. */
  q: string;
};

/** Whether to show a search field: there are more items, or the user has searched. */
export const isSearchable = ({ hasMore, q }: Choices): boolean => hasMore || q !== "";

/** Whether there is more than one item to choose from. */
export const hasSeveral = (choices: Choices): boolean => isSearchable(choices) || choices.choices.length > 1;

/**
 * Source of the choices: organisations that the caller administers, those among them that may be a parent, or groups of one organisation.
 */
export type ChoiceSource =
  | { of: "organizations" | "parents" }
  | { of: "groups"; organization: string; except?: string };

/** Intent of a submission that searches instead of saving, if there is no script. */
export const searchIntent = "searchChoices";

/** Name of the field with the search term for the choices of another field. */
export const searchFieldOf = (name: string) => `${name}Search`;

/** URL of the search for the browser. */
export function choicesAddress(source: ChoiceSource, q: string): string {
  return `/controlpanel/choices?${new URLSearchParams({ ...source, q })}`;
}

/** Search parameter that names the school of a page. */
export const chosenSchoolField = "organization";
