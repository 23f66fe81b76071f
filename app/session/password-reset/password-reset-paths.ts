export const forgotPasswordPath = "/login/forgot";
/** Target of the reset link in an email. */
export const newPasswordPath = "/login/new-password";
