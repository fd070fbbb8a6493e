import { useStore } from '@nanostores/react'

import { brand } from '#shared/brand.ts'
import { SCORE_CATEGORIES, SITE_SCORES_FAILED, type SiteScores as Site } from '#shared/scores.ts'
import { possessive } from '#shared/text/possessive.ts'
import { $isAdmin } from '#site/dashboard/shared/me.ts'
import { timeZone } from '#site/lib/format.ts'
import { Section } from '#site/ui/Section.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { SCORE_LABELS, $siteScores, refreshSite } from './scores.ts'
import { RefreshButton, Failure, ScoreWithTrend } from './Scores.tsx'

/** Scores of this installation's own site, for administrators. */
const NAME = `${possessive(brand.siteName)} own site`

export const SiteScores = () => (useStore($isAdmin) ? <Panel /> : null)

function Panel() {
  const site = useStore($siteScores)
  const busy = site.data?.status === 'queued' || site.data?.status === 'running'
  return (
    <Section
      title={NAME}
      beside={<RefreshButton name={NAME} busy={busy} onClick={() => void refreshSite()} />}
      className="mt-10"
    >
      {site.state === 'loading' && <SkeletonRows rows={1} label="Loading the site’s scores" />}
      {site.state === 'failed' && <ErrorState message={SITE_SCORES_FAILED} onRetry={$siteScores.reload} />}
      {site.state === 'ready' && <LatestScores site={site.data} busy={busy} />}
    </Section>
  )
}

function LatestScores({ site, busy }: { site: Site; busy: boolean }) {
  const newest = site.history.at(-1)
  return (
    <div className="grid gap-4 rounded-box border border-base-300 bg-raised p-5">
      <p className="text-sm text-soft">
        {site.url}
        {newest && (
          <>
            {', measured '}
            <Time instant={newest.measuredAt} zone={timeZone()} />
          </>
        )}
      </p>
      {newest && (
        <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {SCORE_CATEGORIES.map(category => (
            <div key={category} className="grid content-start gap-1.5">
              <dt className="text-sm">{SCORE_LABELS[category]}</dt>
              <dd>
                <ScoreWithTrend
                  score={newest.scores[category]}
                  category={category}
                  recent={site.history}
                  zone={timeZone()}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {busy && !newest && (
        <p className="flex items-center gap-2 text-sm">
          <Spinner /> Generating scores...
        </p>
      )}
      {!busy && site.message && <Failure message={site.message} />}
      {!busy && !newest && !site.message && (
        <p className="text-sm text-soft">Measured every night. Refresh to measure it now.</p>
      )}
    </div>
  )
}
