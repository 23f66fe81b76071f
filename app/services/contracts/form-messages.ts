/**
 * Validation messages (docs/product/control-panel.md#validation) and errors (#errors) in the product's wording. Services return these texts
 * as `reason`, schemas use them as messages, and the UI translates them by key.
 */
export const formMessages = {
  mandatory: "Mandatory",
  required: "This value is required",
  duplicate: "Duplicate value",
  unsupportedCharacters: "Contains unsupported characters",
  usernameCharacters: "Username contains unauthorized characters",
  usernameInvisible:
    "Username contains unauthorized characters that can’t be seen: {signs}. Type it again instead of pasting it.",
  email: "Invalid e-mail address",
  typeRequired: "Type must be specified",
  mobile: "Invalid mobile number",
  personalNumber: "Invalid Swedish social security number (12 digits)",
  tooManyCharacters: "Too many characters",
  tooFewCharacters: "Too few characters",
  atLeastEight: "At least 8 characters",
  atLeast: "At least {min} characters",
  maximum: "Maximum {max} characters",
  upTo255: "Up to 255 characters",
  passwordsDiffer: "Passwords do not match",
  number: "Must be a number",
  currentPassword: "Your current password is incorrect",
  exists: "Already exists",
  usernameExists: "Username already exists",
  smsExists: "Sms number already exists",
  bankidExists: "bankID already exists",
  nameExists: "Name already exists",
  formErrors: "The form contains errors",
  invalidRequest: "The request is not valid",
  incorrectFormat: "Incorrectly formatted",
  otherType: "User already exists as a different type in the system",
  between: "Must be between {min} and {max}",
  after: "Should be after {date}",
  before: "Should be before {date}",
  selectOne: "Select at least one item",
  insufficientPermission: "You do not have permission to do this",
  secureLogin: "A secure login is needed to do this",
  everyOrganization:
    "This person also belongs to another school. Only an administrator of all their schools, or support, can do this.",
  somethingWrong: "Something went wrong",
  errorOccurred: "Error occurred",
  userNotFetched: "Failed to fetch user data",
  conflict: "Conflict occurred",
  cannotBelong: "This type is not allowed there",
  gone: "Your choice is no longer available",
  belowItself: "Cannot be placed below itself or anything below it",
  familiesAlone: "Families cannot have anything above or below them",
  mostViews: "You can save up to {max} views: delete one first",
  notAddedToOrganizations: "User could not be added to the organizations",
  importRuns: "{name} is importing people here right now",
  twoPeople: "This row matches more than one person",
  unknownPerson: "Nobody with this ID was found",
  unknownOrganization: "There is no such school here",
  notAtSchool: "This person is at none of these schools: name the school in the file",
  cleanNotHere: "CLEAN cannot be used in this column",
  tooCommon: "Too common",
  tooManyAttempts: "Too many attempts. Wait 15 minutes.",
  externalIdsClash: "Some people would have the same external ID: {names}",
  editedMeanwhile: "Somebody edited this person in the meantime",
  notDone: "This could not be done for this person: try again, and ask for help if it fails again",
  notSaved: "This row could not be saved: try again, and ask for help if it fails again",
  stoppedBefore: "The import was stopped before this row",
  joinedName: "First and last name together: up to 255 characters",
  otherName: "Belongs to someone with another name",
  leftOutBefore: "An earlier import left this row out as the second row of this person",
  twiceInFile: "This person is already in another row of the file",
  sharedInFile: "Two people in the file have this value: correct one of the rows",
  alreadyStarted:
    "This import has already been started, with the choices that were saved before. A later choice doesn’t count.",
  startedWithoutPasswords: "This import has already been started, without passwords. That choice counts.",
  startedWithNewPasswords: "This import has already been started, with new passwords. That choice counts.",
  startedWithPasswordsOfFile:
    "This import has already been started, with the passwords of the file. That choice counts.",
  undecidedClasses: "Choose for each class whether it is one that already exists",
  importedMeanwhile: "Another import has changed this person since this preview: {file}",
  undoneMeanwhile: "The undo of another import has changed this person since this preview: {file}",
  signInGiven: "This person was given a password, a QR badge or a picture code after the import",
  signedInSince: "This person has logged in since the import",
  undecided: "Choose whether this is somebody who already exists",
  unknownType: "Must be Pupil, Guardian or Staff",
  yesOrNo: "Must be Yes or No",
  staffOnly: "Only staff can be administrators",
  notOfType: "People of this type have no such value",
  cellError: "The cell contains a formula error. Correct the formula, or type the value.",
  formulaWithoutResult:
    "The cell contains a formula without a result. Type the value, or open the file in your spreadsheet program and save it again.",
  tickToConfirm: "Select the checkbox to confirm",
} as const;

type FormMessageKey = keyof typeof formMessages;
type FormMessage = { key: FormMessageKey; values: Record<string, string> };

/** Fills a message's placeholders: `fillMessage("between", { min: "1", max: "9" })`. */
export function fillMessage(key: FormMessageKey, values: Record<string, string | number> = {}): string {
  return formMessages[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

const patterns = Object.entries(formMessages).map(([key, text]) => {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const source = text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("(.+?)");
  return { key: key as FormMessageKey, names, pattern: new RegExp(`^${source}$`) };
});

/** Parses a schema's or service's reason back into its key and values; null if it is not one of `formMessages`. */
export function readMessage(reason: string): FormMessage | null {
  for (const { key, names, pattern } of patterns) {
    const match = pattern.exec(reason);
    if (match) return { key, values: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""])) };
  }
  return null;
}
