import type { ContractClient } from './client.ts'
import { picture } from './pictures.ts'

const DAY_MS = 24 * 60 * 60_000

/** Schedules a post with a picture for Facebook, at this time in some days. */
export const schedulePost = async ({ createPost }: ContractClient, message: string, days: number) =>
  createPost({
    message,
    files: [await picture('van.jpg', 200)],
    networks: ['facebook'],
    at: new Date(Date.now() + days * DAY_MS),
  })
