CREATE TABLE `connect_link_uses` (
	`link_id` text NOT NULL,
	`network` text NOT NULL,
	`sealed_login` text,
	`browser_hash` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`link_id`, `network`),
	FOREIGN KEY (`link_id`) REFERENCES `connect_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `connect_links` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`networks` text NOT NULL,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connect_links_token_hash_unique` ON `connect_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `connect_links_domain` ON `connect_links` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `connect_links_user` ON `connect_links` (`user_id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `via_link` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_states` ADD `connect_link_id` text;