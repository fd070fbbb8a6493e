export const COPY_FAILED = 'That wasn’t copied. Try again.'
