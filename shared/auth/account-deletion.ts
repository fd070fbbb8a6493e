import * as v from 'valibot'

/** The word that the user must type to confirm the deletion. */
export const DELETION_WORD = 'DELETE'
/** Days until the deletion, during which the owner can cancel it. */
export const DELETION_DAYS = 7
/** Users who signed in within this time needn't enter their password. */
export const RECENT_SIGN_IN_MINUTES = 10

export const DELETION_MESSAGES = {
  confirm: `Please type ${DELETION_WORD} to confirm.`,
  password: 'Please enter your password.',
  wrongPassword: 'This password is incorrect.',
  lastAdmin:
    'You are the last administrator. Make someone else an administrator first, then delete your account.',
  whatHappens: [
    'Scheduled posts stop at once. What is published stays on your networks.',
    `You have ${DELETION_DAYS} days to change your mind: sign in and choose Keep my account, and your scheduled posts continue.`,
    'After that your profile, businesses, posts, files and connections are gone for good. Download your data first if you want to keep it.',
  ],
} as const

/** `password` is optional for users who sign in with Google or signed in within the last minutes. */
export const RequestDeletion = v.object({
  confirm: v.pipe(
    v.optional(v.string(DELETION_MESSAGES.confirm), ''),
    v.literal(DELETION_WORD, DELETION_MESSAGES.confirm),
  ),
  password: v.optional(
    v.pipe(v.string(DELETION_MESSAGES.password), v.maxLength(128, DELETION_MESSAGES.wrongPassword)),
  ),
})
export type RequestDeletion = v.InferOutput<typeof RequestDeletion>
