CREATE TABLE `report_mailings` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`recipients` text NOT NULL,
	`stopped` text NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `reports` ADD `released_by` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `reports` ADD `mailed_at` integer;