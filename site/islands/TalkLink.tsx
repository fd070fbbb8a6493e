import { calls } from '#shared/calls.ts'

/** Offers a call to whoever has just written. Nothing if the agency takes no calls. */
export const TalkLink = () =>
  calls.hours.length > 0 ? (
    <p className="text-soft">
      Rather talk?{' '}
      <a href="/book" className="prose-link">
        Choose a time, and we call you
      </a>
      .
    </p>
  ) : null
