import type { Mutation } from '../mutation.ts'

export const twoFactor: Mutation[] = []
