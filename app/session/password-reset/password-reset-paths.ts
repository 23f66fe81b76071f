export const forgotPasswordPath = "/login/forgot";
