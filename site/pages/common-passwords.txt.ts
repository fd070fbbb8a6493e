import { dictionary } from '@zxcvbn-ts/language-common'
import type { APIRoute } from 'astro'

/** Covers the passwords that attackers try first and stays small; the whole list is 200 KB. */
const COMMONEST = 3000

/** The most common passwords, most common first, which the sign-up form warns about. */
export const GET: APIRoute = () => new Response(dictionary['passwords-common'].slice(0, COMMONEST).join('\n'))
