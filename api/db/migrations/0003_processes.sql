CREATE TABLE `api_processes` (
	`id` text PRIMARY KEY NOT NULL,
	`boot_id` text NOT NULL,
	`pid` integer NOT NULL,
	`start_ticks` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
