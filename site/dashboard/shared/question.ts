import { atom } from 'nanostores'
import type { ReactNode } from 'react'

import { $router } from './router.ts'

export const $question = atom<ReactNode>()

// It is about the screen that asked it.
$router.listen(() => $question.set(undefined))
