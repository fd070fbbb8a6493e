CREATE TABLE `outages` (
	`network` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`reason` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`refusals` integer NOT NULL,
	`probe_at` integer NOT NULL
);
