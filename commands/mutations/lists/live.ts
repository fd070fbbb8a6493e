import type { Mutation } from '../mutation.ts'

export const live: Mutation[] = []
