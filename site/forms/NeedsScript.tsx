import { brand } from '#shared/brand.ts'

/** Notice for browsers without scripts, in which the form can't be sent. */
export const NeedsScript = ({ instead }: { instead: string }) => (
  <noscript>
    <p className="mb-5 rounded-field border border-base-300 bg-base-200 px-3.5 py-2.5 text-sm">
      This form needs JavaScript. {instead}{' '}
      <a href={`mailto:${brand.email}`} className="prose-link">
        {brand.email}
      </a>
      .
    </p>
  </noscript>
)
