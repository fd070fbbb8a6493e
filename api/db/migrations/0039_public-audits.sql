CREATE TABLE `public_audits` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`url` text NOT NULL,
	`state` text NOT NULL,
	`first` text,
	`facts` text,
	`result` text,
	`message` text,
	`requested_at` integer NOT NULL,
	`ended_at` integer,
	`expires_at` integer NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `public_audits_token_hash_unique` ON `public_audits` (`token_hash`);--> statement-breakpoint
CREATE INDEX `public_audits_due` ON `public_audits` (`wake_at`);--> statement-breakpoint
CREATE INDEX `public_audits_url` ON `public_audits` (`url`,`ended_at`);--> statement-breakpoint
CREATE INDEX `public_audits_expiry` ON `public_audits` (`expires_at`);