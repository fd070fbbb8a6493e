CREATE TABLE `account_keywords` (
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`keyword` text NOT NULL,
	`count` integer NOT NULL,
	`is_below` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`account_id`, `month`, `keyword`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_presence` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`search_mobile` integer,
	`search_desktop` integer,
	`maps_mobile` integer,
	`maps_desktop` integer,
	`calls` integer,
	`directions` integer,
	`website_clicks` integer,
	PRIMARY KEY(`account_id`, `day`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
