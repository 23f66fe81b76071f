/** One of the things that a form chooses from. */
export type Choice = { id: string; name: string; detail: string };

/** What a form offers to choose from, and whether there is more to be searched for. */
export type Choices = {
  choices: Choice[];
  hasMore: boolean;
  /** What was searched for; empty where these are the first by name. */
  q: string;
};

/** Whether a form has something to search for, or has searched. */
export const isSearchable = ({ hasMore, q }: Choices): boolean => hasMore || q !== "";

/**
 * What is chosen from: organisations that the caller administers, those among them that another one may belong to, or groups of one
 * organisation.
 */
export type ChoiceSource =
  | { of: "organizations" | "parents" }
  | { of: "groups"; organization: string; except?: string };

/** The intent of a form that searches instead of being saved, where there is no script to search beside it. */
export const searchIntent = "searchChoices";

/** The field of a form that holds what is searched for among the choices of another one. */
export const searchFieldOf = (name: string) => `${name}Search`;

/** Where the browser searches. */
export function choicesAddress(source: ChoiceSource, q: string): string {
  return `/controlpanel/choices?${new URLSearchParams({ ...source, q })}`;
}

/** In the address of a page that works on one school: which one. */
export const chosenSchoolField = "organization";
