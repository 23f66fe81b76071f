export const forgotPasswordPath = "/login/forgot";
/** Where a mail's link leads. */
export const newPasswordPath = "/login/new-password";
