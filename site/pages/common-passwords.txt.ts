import { dictionary } from '@zxcvbn-ts/language-common'
import type { APIRoute } from 'astro'

/** Enough to know what attackers try first, and little to load: the whole list takes 200 KB. */
const COMMONEST = 3000

/** The most common passwords, the commonest first, which the sign-up form advises against. */
export const GET: APIRoute = () => new Response(dictionary['passwords-common'].slice(0, COMMONEST).join('\n'))
