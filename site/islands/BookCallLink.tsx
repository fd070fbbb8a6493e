import { calls } from '#shared/calls.ts'

/** Offers a call after a form was sent. Renders nothing if the agency takes no calls. */
export const BookCallLink = () =>
  calls.hours.length > 0 ? (
    <p className="text-soft">
      Rather talk?{' '}
      <a href="/book" className="prose-link">
        Choose a time, and we call you
      </a>
      .
    </p>
  ) : null
