import type { Mutation } from '../mutation.ts'

export const accounts: Mutation[] = []
