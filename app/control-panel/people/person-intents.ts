/** Intents of the forms on a person's page. */
export const personIntents = {
  save: "save",
  stepUp: "stepUp",
  groups: "groups",
  places: "places",
  joinPlace: "joinPlace",
  leavePlace: "leavePlace",
  addRelative: "addRelative",
  removeRelative: "removeRelative",
  resetPassword: "resetPassword",
  endSessions: "endSessions",
  endSession: "endSession",
  issueBadge: "issueBadge",
  voidBadge: "voidBadge",
  issuePictures: "issuePictures",
  voidPictures: "voidPictures",
} as const;
