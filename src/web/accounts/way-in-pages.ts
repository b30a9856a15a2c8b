/** One file for all of them: each file that the start of the site may load costs bytes there. */
export { ForgotPasswordPage } from './forgot-password.tsx'
export { ResetPasswordPage } from './reset-password.tsx'
export { SignUpPage } from './sign-up.tsx'
export { VerifyEmailPage } from './verify-email.tsx'
