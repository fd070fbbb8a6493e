/** State of a business’s private calendar feed. */
export type CalendarFeed = { isOn: boolean; createdAt?: string; readAt?: string }
