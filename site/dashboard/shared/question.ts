import { atom } from 'nanostores'
import type { ReactNode } from 'react'

import { $router } from './router.ts'

/** The dialog over the screen, if any. `ask` and the screens set it, and `Shell` renders it. */
export const $question = atom<ReactNode>()

// A question is about the screen that asked it.
$router.listen(() => $question.set(undefined))
