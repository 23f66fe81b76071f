/** The query parameter for what `x-profile-id` says elsewhere: a beacon carries no header. */
export const profileParameter = "profile";
