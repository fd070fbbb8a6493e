export type Crumb = { label: string; href?: string }

/** The last crumb is the current page. Hidden on a phone, whose tabs show the place. */
export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav
    aria-label="Breadcrumb"
    className="breadcrumbs max-w-none max-sm:hidden overflow-visible py-0 text-xs text-soft"
  >
    <ol className="flex-wrap">
      {crumbs.map(crumb => (
        <li key={crumb.label}>
          {crumb.href ? (
            <a href={crumb.href} className="underline-offset-4 hover:underline">
              {crumb.label}
            </a>
          ) : (
            <span aria-current="page" className="text-base-content">
              {crumb.label}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
